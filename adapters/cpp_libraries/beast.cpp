// Boost.Beast's validator of the text of WebSocket messages, which come in chunks.
//
// boost-beast-utf8_checker    boost::beast::websocket::detail::utf8_checker: write, finish, reset
//
// websocket::stream asks it about each frame that it reads, and has no other interface to it that goes
// without a connection. It tells that the text is ill-formed, and not where.

#include "whole_text.hpp"

#include <boost/beast/websocket/detail/utf8_checker.hpp>
#include <boost/version.hpp>

using boost::beast::websocket::detail::check_utf8;
using boost::beast::websocket::detail::utf8_checker;

static utf8_checker checker;

void add_beast(Codecs &codecs)
{
    codecs.begin("boost-beast-utf8_checker", BOOST_LIB_VERSION);
    auto *decoder = whole_decoder({}, [](bytes bytes) {
        bool good = check_utf8(reinterpret_cast<const char *>(bytes.at), bytes.length);
        return good ? WELL_FORMED : ILL_FORMED_SOMEWHERE;
    });
    decoder->start = [](::decoder *) { checker.reset(); };
    decoder->check_chunk = [](::decoder *, bytes bytes, decoded *decoded) {
        if (!checker.write(bytes.at, bytes.length))
            refuse(decoded, UNTOLD);
    };
    decoder->check_end = [](::decoder *, decoded *decoded) {
        if (!checker.finish())
            refuse(decoded, UNTOLD);
    };
    codecs.add("UTF-8", "strict", decoder);
}
